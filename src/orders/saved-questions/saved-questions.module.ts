import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { SavedQuestionsController } from './saved-questions.controller.js';
import { SavedQuestions } from './saved-questions.js';

/** Questions about orders and the trail that people ask again and again, under names. */
@Module({
  imports: [CqrsModule],
  controllers: [SavedQuestionsController],
  providers: [SavedQuestions],
})
export class SavedQuestionsModule {}
